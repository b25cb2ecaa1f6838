/**
 * Durations in milliseconds. A day is 24 hours; use shared/calendar.ts for calendar days, which daylight saving
 * changes.
 */
export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
