/** Durations in milliseconds. Days are 24 hours: for civil days, which daylight saving makes shorter or longer, use shared/calendar.ts. */
const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
