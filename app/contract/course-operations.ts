import { NewCourseBooking } from "./booking-inputs";
import { BookingSeries } from "./booking-series";
import { IdParams } from "./common";
import { ScheduleCourse } from "./course";
import { CourseQuery } from "./course-query";
import { operation, session } from "./operation";

export const courses = {
  get: operation({
    method: "GET",
    path: "/api/schedules/:id/course",
    caller: session("viewer", { test_key: "settings" }),
    summary: "Get the course of a schedule with the state and price of each date",
    params: IdParams,
    query: CourseQuery,
    returns: ScheduleCourse,
  }),
  book: operation({
    method: "POST",
    path: "/api/bookings/course",
    caller: session("staff", { test_key: "test_data" }),
    summary: "Book the dates of a course that are still ahead, all or none",
    body: NewCourseBooking,
    returns: BookingSeries,
    status: 201,
    location: "/api/bookings/series/:id",
    idempotent: true,
    errors: [
      "slot_unavailable",
      "outside_booking_window",
      "price_changed",
      "version_conflict",
      "not_found",
    ],
  }),
};
