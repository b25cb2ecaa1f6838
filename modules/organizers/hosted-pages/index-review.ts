export { lockPagesInReview, pagesInReview, publishReviewedPages } from './review-pages.ts'
