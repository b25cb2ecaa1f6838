export {
  countEnteredSince,
  decideBankDetails,
  findStoppable,
  insertBankDetails,
  type KeptBankDetails,
  listBankDetails,
  listBankDetailsForStaff,
  lockBankDetails,
  stopBankDetails,
} from './queries/bank-details.ts'
