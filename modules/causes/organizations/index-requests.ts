export { decryptForm, encryptForm } from './form-encryption.ts'
export {
  closeRequest,
  findForm,
  insertRequest,
  isRegistrationTaken,
  latestRequest,
  lockRequest,
  requestsSince,
  saveForm,
} from './queries/requests.ts'
