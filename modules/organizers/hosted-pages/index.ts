export { eraseHostedPages } from './erase-pages.ts'
