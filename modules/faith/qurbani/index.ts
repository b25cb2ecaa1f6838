export type { QurbaniPorts } from './ports.ts'
export { eraseReminders as eraseQurbaniReminders } from './reminders/reminder-queries.ts'
export { sendQurbaniReminders } from './reminders/send-reminders.ts'
