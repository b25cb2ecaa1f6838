export { findMailBrand, mailBrandOf } from './mail-brand.ts'
