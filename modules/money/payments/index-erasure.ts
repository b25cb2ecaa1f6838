export {
  closedOrders,
  declinedUnpressed,
  purgeAddresses,
  anonymizePayers,
  isPaying,
  ordersWithSealed,
  purgePayers,
  replaceOrder,
  unpaidOfGuest,
  unpaidSinceLong,
} from './queries-erasure.ts'
