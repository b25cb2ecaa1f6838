export { associate } from './associate.ts'
export { expireBaskets } from './expire-baskets.ts'
export { fillingOf } from './open-basket.ts'
