<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="town-houses" tilewidth="16" tileheight="16" tilecount="30" columns="6">
 <image source="town-houses.png" width="96" height="80"/>
</tileset>
