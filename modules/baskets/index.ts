export { associate } from './associate.ts'
export { closeRound } from './checkout.ts'
export { expireBaskets } from './expire-baskets.ts'
export { fillingOf } from './open-basket.ts'
