{{ config }}
