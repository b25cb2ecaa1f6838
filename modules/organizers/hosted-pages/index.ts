export { eraseHostedPages } from './erase-pages.ts'
export type { HostedPagePorts } from './ports.ts'
export { lockPagesInReview, pagesInReview, publishReviewedPages } from './review-pages.ts'
