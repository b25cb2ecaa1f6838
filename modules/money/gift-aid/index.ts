export { exportDeclarerDetails } from './export-details.ts'
