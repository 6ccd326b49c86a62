-- Lists the bookings of a series.
create index booking_of_series on booking (tenant_id, series_id, series_no) where (series_id is not null);
