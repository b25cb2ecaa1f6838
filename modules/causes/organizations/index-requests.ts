export { decryptForm, encryptForm } from './form-encryption.ts'
export {
  closeRequest,
  findForm,
  findVerificationRequest,
  insertRequest,
  isRegistrationTaken,
  latestRequest,
  listOpenRequests,
  lockRequest,
  requestsSince,
  saveCheck,
  saveForm,
  saveScreening,
  type VerificationRequest,
} from './queries/requests.ts'
