export { refuseUnoffered } from './refuse-unoffered.ts'
