export { insertSentNotice, isNoticeSent } from './notice-queries.ts'
