export { eraseDeclarations } from './erase-declarations.ts'
export { exportDeclarerDetails } from './export-details.ts'
