import { charitiesHandlers } from './http.ts'
import { purgeDocuments, removeDocumentFiles, removeDocumentsTask } from './verification/documents.ts'

export type { CharityPorts } from './ports.ts'

/** What only the server uses of this module. */
export const charitiesServer = {
  handlers: charitiesHandlers,
  jobs: { purgeDocuments, removeDocumentFiles, removeDocumentsTask },
}
