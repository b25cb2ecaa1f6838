export { expiredVerificationsTask } from './expired-verifications.ts'
