export { type CalendarGroup, calendarGroupOf, calendarGroups } from '#shared/calendar-groups.ts'
