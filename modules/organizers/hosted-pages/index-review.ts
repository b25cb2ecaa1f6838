export { holdPagesInReview, pagesInReview, publishReadPages } from './review-pages.ts'
