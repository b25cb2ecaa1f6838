export { expireBaskets } from './expire-baskets.ts'
