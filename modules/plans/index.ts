export type { Occurrence, Programme, Schedule } from './rules/schedule.ts'
export type { OccurrenceState, SubscriptionState } from './rules/states.ts'
