import { courses } from "~/contract/course-operations";
import { bookCourse } from "~/domain/courses/book-course.server";
import { readCourse } from "~/domain/courses/read-course.server";
import { bind } from "~/http/api.server";

export default bind(courses, {
  get: ({ actor, params, query }) => readCourse(actor, params.id, query),
  book: ({ actor, body, ticket }) => bookCourse(actor, body, ticket),
});
