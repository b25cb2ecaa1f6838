export { isSavable } from './rules/calculator/calculate-zakat.ts'
