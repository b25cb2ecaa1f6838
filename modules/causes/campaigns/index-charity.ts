export { generalFundOf, openGeneralFund, setReliefOfCharity } from './queries/charity.ts'
