import { emptyForm } from '#modules/causes/organizations/rules/verification-form.ts'
import { charityKeysHandlers } from './api-keys/http.ts'
import { charitiesHandlers } from './http.ts'
import { charityAddressHandlers } from './http-address.ts'
import { checkDueDomains } from './domains/check-domains.ts'
import { charityDomainsHandlers } from './http-domains.ts'
import { charityEmbedsHandlers } from './http-embeds.ts'
import { charityFundraisersHandlers } from './http-fundraisers.ts'
import { charityPageHandlers } from './http-page.ts'
import { charitySettingsHandlers } from './http-settings.ts'
import { loadScreeningList } from './screening/load-list.ts'
import { embedHostsOfCampaign } from './settings/embed-hosts.ts'
import { signUpCharity } from './sign-up.ts'
import { addDocument, purgeDocuments, removeDocumentFiles, removeDocumentsTask } from './verification/documents.ts'
import { requestVerification } from './verification/request-verification.ts'
import { saveVerificationForm } from './verification/save-form.ts'

export type { CharityPorts, DemoDns } from './ports.ts'

/** Exports for `server/` only. */
export const charitiesServer = {
  handlers: {
    ...charitiesHandlers,
    ...charityPageHandlers,
    ...charitySettingsHandlers,
    ...charityAddressHandlers,
    ...charityDomainsHandlers,
    ...charityEmbedsHandlers,
    ...charityFundraisersHandlers,
    ...charityKeysHandlers,
  },
  addDocument,
  embedHostsOfCampaign,
  emptyForm,
  loadScreeningList,
  requestVerification,
  saveVerificationForm,
  signUpCharity,
  jobs: { checkDueDomains, purgeDocuments, removeDocumentFiles, removeDocumentsTask },
}
