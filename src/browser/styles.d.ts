/** The bundler writes imported style sheets next to the script. */
declare module '*.css';
