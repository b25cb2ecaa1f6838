import { hostedPagesHandlers } from './http.ts'
import { publishReviewedPages } from './publish-reviewed.ts'

/** What only the server uses of this module. */
export const hostedPagesServer = {
  handlers: hostedPagesHandlers,
  jobs: { publishReviewedPages },
}
