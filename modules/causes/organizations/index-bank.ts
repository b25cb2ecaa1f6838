export {
  countEnteredSince,
  decideBankDetails,
  findStoppable,
  insertBankDetails,
  type StoredBankDetails,
  listBankDetails,
  listBankDetailsForStaff,
  lockBankDetails,
  stopBankDetails,
} from './queries/bank-details.ts'
