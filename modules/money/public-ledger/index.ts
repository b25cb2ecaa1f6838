export { findNewestDay, type PublishedHead } from './queries/days.ts'
