export { eraseQurbaniReminders } from './reminders/reminder-queries.ts'
