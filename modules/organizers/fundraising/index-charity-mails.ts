export { type CharityMail, mailOwners, mailTexts } from './mail-owners.ts'
