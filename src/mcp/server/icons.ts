const LETTER =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#1d4ed8"/><path d="M5 8h14v8.5H5z" fill="#fff"/><path d="m5 8 7 5 7-5" fill="none" stroke="#1d4ed8" stroke-width="1.4"/></svg>';

/** The server's icon, which hosts show beside its name. */
export const ICONS = [
  { src: `data:image/svg+xml,${encodeURIComponent(LETTER)}`, mimeType: 'image/svg+xml', sizes: ['any'] },
];
