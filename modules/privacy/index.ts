export { forgetExports, makeExport } from './export.ts'
