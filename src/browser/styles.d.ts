/** The bundler puts style sheets beside the script that names them. */
declare module '*.css';
