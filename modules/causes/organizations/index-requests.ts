export { decryptForm, encryptForm } from './form-encryption.ts'
export {
  closeRequest,
  findForm,
  findVerificationRequest,
  insertCharityRequest,
  isRegistrationTaken,
  latestRequest,
  listOpenCharityRequests,
  lockRequest,
  requestsSince,
  saveCheck,
  saveForm,
  saveScreening,
  type VerificationRequest,
} from './queries/requests.ts'
