export {
  deleteEmailChange,
  findEmailChange,
  findOwnOrganizations,
  type OwnOrganization,
  saveEmailChange,
  waitingEmail,
} from './queries/settings.ts'
