/** How the library writes CSV as in RFC 4180: text with a line end of any kind is in quotation marks. */
export const csvLines = { record_delimiter: 'windows', quote_record_delimiter: true } as const
