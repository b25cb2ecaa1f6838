export type { MarkedAsZakat } from './mark-as-zakat.ts'
