export {
  findClosedOrders,
  findDeclinedOffSessionCharges,
  purgeDeclinedIpAddresses,
  anonymizePayers,
  hasUnresolvedPayment,
  findOrdersWithEncryptedFields,
  purgePayers,
  replaceOrder,
  findUnpaidOrdersOfGuest,
  findOldUnpaidOrders,
} from './queries-erasure.ts'
