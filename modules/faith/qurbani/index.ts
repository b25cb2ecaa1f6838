export { eraseReminders as eraseQurbaniReminders } from './reminders/reminder-queries.ts'
