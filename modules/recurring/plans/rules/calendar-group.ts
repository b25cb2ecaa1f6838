export {
  type CalendarGroup,
  calendarGroupOf,
  calendarGroups,
} from '#modules/platform/addresses/rules/calendar-group.ts'
