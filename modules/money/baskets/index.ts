export { eraseBaskets } from './erase-baskets.ts'
