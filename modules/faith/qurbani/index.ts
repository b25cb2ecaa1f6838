export type { Animal, Unit } from './rules/animals.ts'
