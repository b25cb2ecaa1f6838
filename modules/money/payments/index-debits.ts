export {
  countPendingDebits,
  findOrders,
  isBankAccountRefused,
  lockPendingDebits,
  type OrderOfIntent,
} from './queries-debits.ts'
