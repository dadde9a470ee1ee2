/** Loads the script of the crop dialog with the first dialog that the server sends: most pages never crop. */
export function loadCropOnPress(): void {
  document.addEventListener('htmx:after:swap', () => {
    const place = document.getElementById('crop');
    const source = place?.dataset['script'];
    if (!place?.firstElementChild || source === undefined) return;
    delete place.dataset['script'];
    const script = document.createElement('script');
    script.src = source;
    document.head.append(script);
  });
}
