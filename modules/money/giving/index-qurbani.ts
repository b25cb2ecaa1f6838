export { findQurbaniOrders, hasPendingPayment, type QurbaniOrder, qurbaniOrdersOf } from './queries/qurbani-orders.ts'
