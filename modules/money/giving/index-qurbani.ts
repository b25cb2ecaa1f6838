export {
  findQurbaniOrders,
  hasPendingPayment,
  type PaidQurbaniOrder,
  qurbaniOrdersOf,
} from './queries/qurbani-orders.ts'
