export {
  closedOrders,
  findDeclinedOffSessionCharges,
  purgeAddresses,
  anonymizePayers,
  isPaying,
  ordersWithEncryptedFields,
  purgePayers,
  replaceOrder,
  unpaidOfGuest,
  unpaidSinceLong,
} from './queries-erasure.ts'
