export { expireBaskets } from './expire-baskets.ts'
export { eraseBaskets } from './erase-baskets.ts'
