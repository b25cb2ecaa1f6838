export { type Announced, announcedTask, monthsFor } from './announce-month.ts'
export { findPlan, type Plan } from './queries.ts'
export type { Occurrence, Programme, Schedule } from './rules/schedule.ts'
export type { OccurrenceState, SubscriptionState } from './rules/states.ts'
